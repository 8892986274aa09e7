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
 * The loggable part of an error: type, message, code, stack and causes. Other properties that libraries attach
 * are left out, because they may be whole records; so are the values in MongoDB's duplicate key messages.
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
