import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { cpuTime, eventLoopDelay, eventLoopUtilization, heapUsed, memoryUsage, uptime } from './metrics.ts';
import { meter } from './metrics-endpoint.ts';

const resolutionMs = 20;
const [nanos, micros] = [1e9, 1e6];

/** Reports event loop, memory and CPU of this process at each scrape. */
export function observeProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let since = performance.eventLoopUtilization();
  const { mean, p99, max } = eventLoopDelay;
  meter.addBatchObservableCallback(
    (result) => {
      // The measuring timer itself is due only once per resolution; the delay is the time beyond that.
      const late = (value: number) => Math.max(value / nanos - resolutionMs / 1000, 0);
      if (delay.count > 0) {
        result.observe(mean, late(delay.mean));
        result.observe(p99, late(delay.percentile(99)));
        result.observe(max, late(delay.max));
      }
      delay.reset();
      const now = performance.eventLoopUtilization();
      result.observe(eventLoopUtilization, performance.eventLoopUtilization(now, since).utilization);
      since = now;
      const { rss, heapUsed: heap } = process.memoryUsage();
      result.observe(memoryUsage, rss);
      result.observe(heapUsed, heap);
      const { user, system } = process.cpuUsage();
      result.observe(cpuTime, user / micros, { 'cpu.mode': 'user' });
      result.observe(cpuTime, system / micros, { 'cpu.mode': 'system' });
      result.observe(uptime, process.uptime());
    },
    [mean, p99, max, eventLoopUtilization, memoryUsage, heapUsed, cpuTime, uptime],
  );
}
