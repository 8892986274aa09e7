/**
 * `npm run store`: runs one command of commands.json on a machine with nothing but Node >= 20: installs the packages that
 * the command needs and that are missing or out of date, finds the Node that came with them, and hands over to it.
 *
 *   node tools/local-stack/bootstrap.mjs <command> [options]
 *
 * Prints to stderr only, so that a command's own output can be used by other programs. Only the list of commands goes to
 * stdout.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const installedFile = join(root, 'node_modules/.package-lock.json');
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const wantedNode = 26;
const [lockRenewalMs, lockLostMs] = [500, 5_000];
/** The groups of commands that run without the development packages. */
const groupsWithoutDevelopment = ['Run a store', 'Operate a store'];
const tasks = {
  jest: [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--config',
    join(root, 'tests/jest.config.mjs'),
  ],
};

const groups = JSON.parse(readFileSync(new URL('commands.json', import.meta.url), 'utf8'));
const commands = Object.assign({}, ...Object.values(groups));

const [command = '--help', ...options] = process.argv.slice(2);
if (command === '--help' || command === '-h') listCommands();
if (!Object.hasOwn(commands, command)) refuse(command);
const [program, ...fixedArguments] = commands[command].program.split(' ');
const programArguments = [...fixedArguments, ...options];
const needsDevelopment = !groupsWithoutDevelopment.some((title) => Object.hasOwn(groups[title], command));

await installDependencies();
const node = findNode();
if (testsConsole() && !options.includes('--help')) buildConsole();
// Once the store runs, `npm start` only supervises processes. It therefore needs little space for new
// objects.
const nodeArguments = command === 'start' ? ['--max-semi-space-size=2'] : [];
run(node, [...nodeArguments, ...(tasks[program] ?? [join(root, program)]), ...programArguments]);

function listCommands() {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const list = Object.entries(groups).map(([title, group]) => {
    const lines = Object.entries(group).map(([name, { does }]) => `  ${name.padEnd(width)}  ${does}`);
    return [`${title}:`, ...lines].join('\n');
  });
  const head = `Usage: npm run store -- <command> [options]

Every command has --help. \`npm run\` lists the commands that also have a script of their own, such as npm start.`;
  process.stdout.write(`${[head, ...list].join('\n\n')}\n`);
  process.exit(0);
}

function refuse(unknown) {
  const byDistance = Object.keys(commands).sort((a, b) => distance(unknown, a) - distance(unknown, b));
  say(
    `npm run store: "${unknown}" is no command; the closest is ${byDistance[0]}. All commands: npm run store`,
  );
  process.exit(2);
}

/**
 * @returns {number} the smallest number of letters to insert, remove or replace to turn one text into the
 * other
 */
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (letter === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length];
}

async function installDependencies() {
  if (areInstalled(needsDevelopment)) return;
  const release = await takeInstallLock();
  try {
    if (!areInstalled(needsDevelopment)) await install();
  } finally {
    release();
  }
}

/**
 * A comparison with the lockfile detects missing, interrupted and outdated installs, because npm writes
 * node_modules/.package-lock.json as its last step.
 *
 * @param {boolean} withDevelopment whether the development packages must be there too
 */
function areInstalled(withDevelopment) {
  if (!existsSync(installedFile)) return false;
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, { version, optional, dev }]) =>
        path === '' ||
        installed[path]?.version === version ||
        (optional && installed[path] === undefined) ||
        (dev && !withDevelopment),
    );
  } catch {
    return false;
  }
}

/**
 * Two commands in the same clone must not install at the same time, so the second one waits. The holder of the lock renews the
 * file's time. If the time no longer changes, the holder was killed. A process id would not show this, because another process
 * may have the same id later.
 */
async function takeInstallLock() {
  const lock = join(root, '.data/installing');
  mkdirSync(join(root, '.data'), { recursive: true, mode: 0o700 });
  let [lastTime, unchanged] = [0, 0];
  for (let announced = false; !create(lock); announced = true) {
    const time = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    unchanged = time === lastTime ? unchanged + 1 : 0;
    lastTime = time;
    if (unchanged * lockRenewalMs > lockLostMs) rmSync(lock, { force: true });
    else if (!announced) say('Another command is installing packages: waiting for it …');
    await sleep(lockRenewalMs);
  }
  const renewal = setInterval(() => utimesSync(lock, new Date(), new Date()), lockRenewalMs);
  const release = () => {
    clearInterval(renewal);
    process.off('exit', release);
    rmSync(lock, { force: true });
  };
  process.once('exit', release);
  return release;
}

/** @returns {boolean} whether the file did not exist and is now created */
function create(file) {
  try {
    writeFileSync(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

async function install() {
  const started = Date.now();
  // Only adds packages if possible. `npm ci` would first remove all packages, and a store may be running from them.
  const adds = needsDevelopment && areInstalled(false);
  // Removes npm's list of the installed packages. If this install is killed, the next command then installs all packages.
  const installedBefore = readIfThere(installedFile);
  rmSync(installedFile, { force: true });
  const what = adds ? 'the development packages' : 'the packages';
  say(`Installing ${what} …`);
  const progress = setInterval(
    () => say(`Installing ${what}: ${Math.round((Date.now() - started) / 1000)} s`),
    5_000,
  );
  const npm = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm'];
  const npmArguments = [
    ...(adds ? ['install', '--no-save'] : ['ci']),
    // The command determines whether development packages are installed. NODE_ENV has no influence.
    needsDevelopment ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--loglevel=error',
    '--no-progress',
  ];
  const child = spawn(npm[0], [...npm.slice(1), ...npmArguments], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // If npm receives a signal to stop, it first finishes and then removes the packages that it installed. This
  // takes longer than the install.
  const stop = (signal) => {
    child.kill('SIGKILL');
    if (adds) writeFileSync(installedFile, installedBefore);
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of stopSignals) process.once(signal, stop);
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message;
      resolve(1);
    });
    child.on('close', resolve);
  });
  clearInterval(progress);
  for (const signal of stopSignals) process.off(signal, stop);
  if (code !== 0) {
    // npm has removed the packages that it had added. So this restores npm's list of the earlier packages.
    if (adds) writeFileSync(installedFile, installedBefore);
    process.stderr.write(`${output.trim()}\n`);
    fail(
      `npm ${npmArguments[0]} failed (its output is above). Check the network and the disk, then run the same command again.`,
    );
  }
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Whether the command tests the built console. `npm start` builds it itself. */
function testsConsole() {
  if (program === 'jest')
    return programArguments[programArguments.indexOf('--selectProjects') + 1] !== 'unit';
  return ['test', 'console-bench'].includes(command);
}

/** Builds the console. This takes only a moment if the console has not changed. The API also works without the console. */
function buildConsole() {
  const build = [join(root, 'tools/console/build-console.ts'), '--if-stale'];
  const { status } = spawnSync(node, build, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) say('The console could not be built (its output is above). The API works without it.');
}

/** @returns {string} the path of a Node that runs TypeScript and everything else the project uses */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= wantedNode) return process.execPath;
  const packages = [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ];
  for (const name of packages) {
    const candidate = join(root, 'node_modules', name, 'bin/node');
    if (existsSync(candidate) && spawnSync(candidate, ['--version']).status === 0) return candidate;
  }
  return fail(
    `No Node ${wantedNode} came with the dependencies for ${process.platform} ${process.arch}. ` +
      `Install Node ${wantedNode} or newer and run the same command with it.`,
  );
}

function run(node, nodeArguments) {
  const child = spawn(node, nodeArguments, {
    stdio: 'inherit',
    // The compile cache halves the start time.
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      ...process.env,
      STORE_BOOTSTRAP_PID: String(process.pid),
    },
  });
  child.on('error', (error) => fail(`${node} does not start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal));
  stopWithNpm(child);
}

/**
 * Stops the child if npm has ended. A signal to npm alone ends npm's shell, but does not reach this process. This process then
 * gets another parent.
 */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 1_000).unref();
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

function fail(line) {
  say(line);
  process.exit(1);
}
