import { expect, test } from '@jest/globals';
import { createSampler } from '#shared/platform/telemetry/sampler.ts';

const parentBased = (root: string) => expect.stringContaining(`root=${root},`);

test.each([
  ['always_on', 'AlwaysOnSampler'],
  ['always_off', 'AlwaysOffSampler'],
  ['traceidratio', 'TraceIdRatioBased{0.05}'],
  ['parentbased_always_on', parentBased('AlwaysOnSampler')],
  ['parentbased_always_off', parentBased('AlwaysOffSampler')],
  ['parentbased_traceidratio', parentBased('TraceIdRatioBased{0.05}')],
  ['unknown', parentBased('AlwaysOnSampler')],
])(
  'OTEL_TRACES_SAMPLER=%s selects the sampler of that name, or parentbased_always_on for an unknown name',
  (name, expected) => {
    expect(createSampler(name, '0.05').toString()).toEqual(expected);
  },
);
