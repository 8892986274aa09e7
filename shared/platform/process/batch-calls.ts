/**
 * Combines single questions into batches. The questions of one round of the event loop share one call of `askAll`, which returns
 * the results in the same order. Many concurrent requests then cost the server little more than one. There is no timer, so a
 * question never waits for a later one. If `askAll` fails, all questions of that call fail.
 */
export function askTogether<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let asked: { questions: Question[]; answers: Promise<readonly Answer[]> } | null = null;

  async function atTheEndOfThisTurn(questions: readonly Question[]): Promise<readonly Answer[]> {
    await new Promise((resolve) => setImmediate(resolve));
    // A question from now on must not get an older result, so it starts a new call.
    asked = null;
    return askAll(questions);
  }

  return async (question) => {
    if (!asked) {
      const questions: Question[] = [];
      asked = { questions, answers: atTheEndOfThisTurn(questions) };
    }
    const { questions, answers } = asked;
    const place = questions.push(question) - 1;
    return (await answers)[place] as Answer;
  };
}
