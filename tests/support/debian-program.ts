import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram, installPackages } from '#tools/local-stack/system-programs.ts';

interface WantedProgram {
  /** The product name, for messages. */
  called: string;
  /** The purpose of the program in the tests, shown in a progress line. */
  purpose: string;
  names: readonly string[];
  debianPackage: string;
}

/**
 * The path of the program, or null if it is missing. Installs the Debian package only if this process runs as
 * root, as in a container or CI.
 */
export async function ensureProgram(wanted: WantedProgram): Promise<string | null> {
  const { called, purpose, names, debianPackage } = wanted;
  const installed = await findRunning(names);
  if (installed !== null) return installed;
  if (process.getuid?.() !== 0 || findProgram('apt-get') === undefined) {
    say(`There is no ${called} on this machine. Install it to run these tests too.`);
    return null;
  }
  const logFolder = process.env['TEST_RUN_FOLDER'] ?? '';
  try {
    await installPackages({ what: `${called}, ${purpose}`, apt: [debianPackage], brew: [], logFolder, say });
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    say(reason);
  }
  return findRunning(names);
}

async function findRunning(names: readonly string[]): Promise<string | null> {
  for (const name of names) {
    const path = findProgram(name);
    if (path !== undefined && (await runs(path))) return path;
  }
  return null;
}

/** Whether the program runs. Ubuntu's `chromium` may be a script that only prints where to get the browser. */
function runs(path: string): Promise<boolean> {
  return promisify(execFile)(path, ['--version']).then(
    () => true,
    () => false,
  );
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
