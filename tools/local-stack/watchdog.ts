/**
 * `watchdog.ts <run folder> <owner pid>`: waits until standard input closes because the owner has ended. Then stops the processes that
 * the owner left running.
 */
import { stopRecorded } from './process-records.ts';

const [runFolder = '', owner = ''] = process.argv.slice(2);
process.stdin.resume();
process.stdin.once('close', () => void stopRecorded(runFolder, Number(owner)));
