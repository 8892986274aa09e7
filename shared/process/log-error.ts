import { cutText } from './log-text.ts';

interface LoggedError {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: LoggedError;
}

const [longestMessage, longestStack, mostCauses] = [1024, 4096, 5];

/**
 * What a log tells of an error: its kind, message, code and place. Everything else that libraries hang on their errors
 * stays out, for it can be a whole record; so do the values in MongoDB's message about a duplicate key.
 */
export function errorForLog(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: logged(String(error)) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: logged(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.stack !== undefined && { stack: logged(error.stack, longestStack) }),
    ...(error.cause !== undefined && depth < mostCauses && { cause: errorForLog(error.cause, depth + 1) }),
  };
}

function logged(text: string, most = longestMessage): string {
  return cutText(text, most).replaceAll(/dup key: \{[^\n]*/g, 'dup key: {…}');
}
