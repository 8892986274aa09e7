/**
 * Makes of a function that answers many questions at once one that answers a single one: those that are asked in the same
 * turn of the event loop go together. Requests that wait together then cost a server little more than one of them does, and
 * a lone one waits for nobody. When `askAll` fails, it fails for all of them.
 */
export function askTogether<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let asked: { questions: Question[]; answers: Promise<readonly Answer[]> } | null = null;

  async function atTheEndOfThisTurn(questions: readonly Question[]): Promise<readonly Answer[]> {
    await new Promise((resolve) => setImmediate(resolve));
    // Whoever asks from here on must not be given an answer from before.
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
