import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';

/** The sampler of OTEL_TRACES_SAMPLER. Traces everything if the name is unknown, unless the caller's trace is not sampled. */
export function createSampler(name: string | undefined, ratio: string | undefined): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(\w+)$/.exec(name ?? '') ?? [];
  const root = rootSampler(kind, Number(ratio));
  if (root === null) return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
}

function rootSampler(kind: string | undefined, ratio: number): Sampler | null {
  if (kind === 'always_on') return new AlwaysOnSampler();
  if (kind === 'always_off') return new AlwaysOffSampler();
  if (kind === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return null;
}
