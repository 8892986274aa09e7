import { expect, test } from '@jest/globals';
import { release, nothing, withChunk } from '#services/gateway/body/received-bytes.ts';

test('if a growing request body needs a larger buffer, the old buffer is freed at once, and the chunks as received from the network are never freed', () => {
  const chunks = [1000, 1000, 5000].map((size, index) => Buffer.alloc(size, 'abc'[index]));
  const [first = nothing.bytes, second = nothing.bytes, third = nothing.bytes] = chunks;
  const two = withChunk(withChunk(nothing, first), second);
  const three = withChunk(two, third);
  expect(two.bytes.byteLength).toBe(0);
  expect(String(three.bytes.subarray(0, three.size))).toBe(chunks.join(''));
  release(three);
  expect(three.bytes.byteLength).toBe(0);
  expect(chunks.map(({ byteLength }) => byteLength)).toEqual([1000, 1000, 5000]);
});

test('a request body of a single chunk uses the memory of this chunk, and releasing the body does not free the chunk', () => {
  const first = Buffer.alloc(1000, 'a');
  const one = withChunk(nothing, first);
  expect(one.bytes).toBe(first);
  release(one);
  expect(first.byteLength).toBe(1000);
});
