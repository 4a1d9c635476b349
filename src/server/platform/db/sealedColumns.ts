/** A column whose bytes are sealed with the secret of the site. */
export interface SealedColumn {
  table: string;
  column: string;
  /** The columns of the primary key in order, with their types. */
  key: Readonly<Record<string, 'bigint' | 'text'>>;
  purpose: string;
  /** SQL: the owner, as it was given to `encrypt`. */
  owner: string;
}

/**
 * Every sealed column. The command that replaces the secret writes these anew (N13), so what is not in the list would be
 * lost with the former secret.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'fair_chains',
    column: 'root_encrypted',
    key: { id: 'bigint' },
    purpose: 'fairRoot',
    owner: `account_id || '/' || chain_no`,
  },
  {
    table: 'fair_epochs',
    column: 'server_seed_encrypted',
    key: { id: 'bigint' },
    purpose: 'fairSeed',
    owner: 'public_id',
  },
  {
    table: 'two_factors',
    column: 'secret_encrypted',
    key: { account_id: 'bigint' },
    purpose: 'twoFactor',
    owner: 'account_id::text',
  },
  {
    table: 'two_factor_setups',
    column: 'secret_encrypted',
    key: { session_id: 'bigint' },
    purpose: 'twoFactorSetup',
    owner: 'session_id::text',
  },
  {
    table: 'operator_factors',
    column: 'secret_encrypted',
    key: { operator_id: 'bigint', kind: 'text' },
    purpose: 'operatorFactor',
    owner: 'operator_id::text',
  },
  {
    table: 'operator_invitations',
    column: 'secret_encrypted',
    key: { operator_id: 'bigint' },
    purpose: 'operatorFactor',
    owner: 'operator_id::text',
  },
  {
    table: 'game_keys',
    column: 'secret_encrypted',
    key: { id: 'text' },
    purpose: 'game key',
    owner: 'id',
  },
  {
    table: 'mail_queue',
    column: 'content_encrypted',
    key: { id: 'bigint' },
    purpose: 'mail',
    owner: 'cause',
  },
  {
    table: 'former_code_keys',
    column: 'key_encrypted',
    key: { id: 'bigint' },
    purpose: 'formerCodeKey',
    owner: `purpose || '/' || encode(secret_check, 'hex')`,
  },
];
