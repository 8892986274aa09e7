import { givenSetting } from '#shared/platform/settings/own-settings.ts';

/** Calls `stop` once: on the first termination signal, or when bootstrap.mjs, which started this process, has ended. */
export function onStopRequest(stop: (reason: string) => void): void {
  let requested = false;
  const request = (reason: string) => {
    if (requested) return;
    requested = true;
    stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  const bootstrap = givenSetting('STORE_BOOTSTRAP_PID');
  if (bootstrap === undefined || Number(bootstrap) !== process.ppid) return;
  setInterval(() => {
    if (process.ppid !== Number(bootstrap)) request('the command that started this process has ended');
  }, 1_000).unref();
}
