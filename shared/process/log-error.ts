interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

/**
 * What a log tells of an error: its kind, message, code and place. Everything else that libraries hang on their errors
 * stays out, for it can be a whole record; so do the values in MongoDB's message about a duplicate key.
 */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutValues(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack !== undefined && { stack: withoutValues(error.stack) }),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  };
}

function withoutValues(text: string): string {
  return text.replaceAll(/dup key: \{[^\n]*/g, 'dup key: {…}');
}
