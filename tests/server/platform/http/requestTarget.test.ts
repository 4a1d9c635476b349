import { expect, test } from 'vitest';
import { requestTarget } from '#/server/platform/http/requestTarget.ts';

test.each([
  ['/', '/'],
  ['/donate?x=%E0%A4%A', '/donate?x=%E0%A4%A'],
  ['http://one.example/donate?x=1', '/donate?x=1'],
  ['HTTPS://one.example:8443/', '/'],
  ['/shop%20floor', '/shop%20floor'],
  ['/%E0%A4%A?x=%', '/%25E0%25A4%25A?x=%'],
  ['//elsewhere.example/', '//elsewhere.example/'],
])('E4 of %s the routes read %s', (url, target) => {
  expect(requestTarget(url)).toBe(target);
});
