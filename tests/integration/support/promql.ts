const words = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'bool', 'offset']);

/** The expressions in a file of alert rules. */
export function ruleExpressions(yaml: string): string[] {
  const found = [...yaml.matchAll(/^( *)(?:- )?expr: (?:\|\n((?:\1 +.*\n)+)|(.*)\n)/gm)];
  return found.map(([, , block, line]) => block ?? line ?? '');
}

/** The expressions of a dashboard's panels. */
export function panelExpressions(json: string): string[] {
  const { panels } = JSON.parse(json) as { panels: { targets: { expr: string }[] }[] };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** The metrics and labels in an expression. */
export function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const selectors = [...expression.matchAll(/\{([^}]*)\}/g)].map(([, inside = '']) => inside);
  const groups = [...expression.matchAll(/\b(?:by|on|without) \(([^)]*)\)/g)].map(
    ([, inside = '']) => inside,
  );
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|on|without) \([^)]*\)/g, '');
  const metrics = [...bare.matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g)].map(([name]) => name);
  return {
    metrics: metrics.filter((name) => !words.has(name)),
    labels: [
      ...selectors.flatMap((inside) => [...inside.matchAll(/(\w+)\s*[=!]/g)].map(([, name = '']) => name)),
      ...groups.flatMap((inside) => inside.split(',').map((name) => name.trim())),
    ],
  };
}
