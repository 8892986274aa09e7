/**
 * ESLint's rule for the names of tests: a failing line in a log must make sense without its `describe`. So a name has
 * four words or more and does not begin with a word that continues another sentence.
 */
const fragment = new RegExp(
  `^(${[
    'of|by|what|who|whose|that|which|with|without|and|but|nor|even|also|so|is|are|was|were|be|has|have|does|do|can',
    'cannot|it|its|they|their|them|none|nothing|as|at|in|on|from|to|for|then|not|never|both|neither|may|must|will',
    'would|until|where|like',
  ].join('|')})\\b`,
  'i',
);
const fewestWords = 4;

/** Returns why a name breaks the rule, or null if it does not. */
export function nameFault(name) {
  const words = name.trim().split(/\s+/).length;
  if (words < fewestWords)
    return `"${name}" is no sentence: name the subject, the situation and the expectation.`;
  const [start] = fragment.exec(name) ?? [];
  if (start !== undefined) return `"${name}" begins with "${start}": it makes no sense without its describe.`;
  return null;
}

const testers = new Set(['test', 'it']);

/** Whether the called function is `test`, `test.each(…)`, `test.failing` and the like. */
function isTester(callee) {
  if (callee.type === 'Identifier') return testers.has(callee.name);
  if (callee.type === 'MemberExpression') return isTester(callee.object);
  return (
    (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') &&
    isTester(callee.callee ?? callee.tag)
  );
}

function textOf(argument) {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type === 'TemplateLiteral') return argument.quasis.map(({ value }) => value.cooked).join('…');
  return null;
}

export const testNames = {
  meta: { type: 'suggestion', schema: [] },
  create: (context) => ({
    CallExpression(node) {
      // The name is an argument of the outer call in `test.each(table)(name, …)`.
      if (!isTester(node.callee) || node.arguments.length < 2) return;
      const name = textOf(node.arguments[0]);
      const message = name === null ? null : nameFault(name);
      if (message !== null) context.report({ node: node.arguments[0], message });
    },
  }),
};
