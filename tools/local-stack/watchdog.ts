/**
 * `watchdog.ts <run folder> <owner pid>`: waits until the process at the other end of its standard input is gone, then
 * ends what that one started and did not stop itself.
 */
import { stopRecorded } from './process-records.ts';

const [runFolder = '', owner = ''] = process.argv.slice(2);
process.stdin.resume();
process.stdin.once('close', () => void stopRecorded(runFolder, Number(owner)));
