import * as z from 'zod/mini';
import type { Endpoint } from '#/contract/calls/endpoint.ts';

/** Sample ids for path parameters: a number, the code of a prize, the id of an order, a hash. */
const SAMPLE_IDS = ['1', 'A'.repeat(16), 'A'.repeat(22), 'f'.repeat(64)];

/** The path of an endpoint with well-formed ids. */
export function samplePath({ path, params }: Endpoint): string {
  const name = /\{(\w+)\}/.exec(path)?.[1] ?? '';
  const id = SAMPLE_IDS.find((sample) => !params || z.safeParse(params, { [name]: sample }).success);
  if (id === undefined) throw new Error(`no id for ${path}`);
  return path.replaceAll(/\{\w+\}/g, id);
}
