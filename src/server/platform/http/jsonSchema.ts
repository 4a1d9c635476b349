import * as z from 'zod/mini';
import { changePasswordBody } from '#/contract/cabinet.ts';
import { resetPasswordBody, signInBody, signUpBody } from '#/contract/auth.ts';
import { OPEN_COUNTS, openMultipleBody } from '#/contract/cases.ts';
import { PASSKEY_NAME_MAX_LENGTH, TYPED_NAME_MAX_LENGTH } from '#/contract/kernel/limits.ts';
import { passkeyName } from '#/contract/passkeys.ts';
import { buyerName, cartBody, discountBody } from '#/contract/shop.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Keyword of this site: the named fields must be equal. The validator of the tests knows it. */
const EQUAL_KEYWORD = 'x-equal';
const SAME_PASSWORDS = { [EQUAL_KEYWORD]: ['password', 'password_confirmation'] };

/**
 * Rules that `z.toJSONSchema` cannot see, because they are refinements or normalise the text first. A test fails if a
 * schema of the contract has such a rule without an entry here.
 */
export const HIDDEN_RULES = new Map<z.core.$ZodType, Record<string, unknown>>([
  [signInBody, { oneOf: [{ required: ['email'] }, { required: ['login'] }] }],
  [signUpBody, SAME_PASSWORDS],
  [changePasswordBody, SAME_PASSWORDS],
  [
    resetPasswordBody,
    {
      ...SAME_PASSWORDS,
      dependentRequired: {
        password: ['password_confirmation', 'verification_code'],
        password_confirmation: ['password'],
      },
      dependentSchemas: { password: { properties: { verification_code: { type: 'string' } } } },
    },
  ],
  [openMultipleBody.shape.count, { enum: OPEN_COUNTS }],
  // white space at both ends is trimmed
  [
    buyerName,
    { minLength: 0, maxLength: TYPED_NAME_MAX_LENGTH, pattern: String.raw`^\s*\S(?:[^]{0,53}\S)?\s*$` },
  ],
  [
    passkeyName,
    {
      minLength: 1,
      maxLength: PASSKEY_NAME_MAX_LENGTH,
      pattern: String.raw`^\s*[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s](?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])?\s*$`,
    },
  ],
  [discountBody.shape.code, { pattern: String.raw`^\s*[A-Za-z0-9-]{3,35}\s*$` }],
  // the use case checks this, not the schema: each type of purchase needs other fields
  [
    cartBody,
    {
      oneOf: [
        { properties: { product_type: { const: 'one_coin' } }, required: ['amount'] },
        { properties: { product_type: { not: { const: 'one_coin' } } }, required: ['goods_id'] },
      ],
    },
  ],
]);

/** The JSON Schema (2020-12) of the input of a call (`input`) or of its answer (`output`). */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest }: JsonSchema = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'output') return;
      Object.assign(jsonSchema, HIDDEN_RULES.get(zodSchema));
    },
  });
  return rest;
}
