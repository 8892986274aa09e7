/**
 * Combines single questions into batches. The questions of one turn of the event loop share one call of `askAll`, which
 * returns the answers in the same order. So concurrent requests cost the server little more than one. A single question
 * never waits for others. If `askAll` fails, all questions of that call fail.
 */
export function askTogether<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let asked: { questions: Question[]; answers: Promise<readonly Answer[]> } | null = null;

  async function atTheEndOfThisTurn(questions: readonly Question[]): Promise<readonly Answer[]> {
    await new Promise((resolve) => setImmediate(resolve));
    // A question asked from here on must not get an older answer, so it starts a new call.
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
