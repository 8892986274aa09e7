import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { commandTypes } from '#console/data/generated/types.ts';
import { actionTexts, resourceTexts } from '#console/parts/operation-texts.ts';
import { consoleTypesFile, consoleTypesText } from '#tools/clients/console-types.ts';

test('the console’s generated types of the API are up to date; npm run store -- client:typescript regenerates them', () => {
  expect(readFileSync(consoleTypesFile, 'utf8')).toBe(consoleTypesText());
});

test('the console has a text for every type of operation that staff see', () => {
  const unseen = ['erasure', 'bulk'];
  const unnamed = commandTypes.filter((type) => {
    const [resource = '', action = ''] = type.split('.');
    const isNamed = Object.hasOwn(resourceTexts, resource) && Object.hasOwn(actionTexts, action);
    return !isNamed && !unseen.includes(resource);
  });
  expect(unnamed).toEqual([]);
});
