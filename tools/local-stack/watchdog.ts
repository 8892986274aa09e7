/**
 * `watchdog.ts <run folder> <owner pid>`: waits until the owner is gone, which closes standard input, and stops the processes
 * that it left running.
 */
import { stopRecorded } from './process-records.ts';

const [runFolder = '', owner = ''] = process.argv.slice(2);
process.stdin.resume();
process.stdin.once('close', () => void stopRecorded(runFolder, Number(owner)));
