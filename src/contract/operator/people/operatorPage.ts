/**
 * Readable cookie with the language that an operator chose. Addresses of operators' pages contain
 * no language.
 */
export const OPERATOR_LANGUAGE_COOKIE = 'operatorLanguage';

/**
 * Header of a call that the page makes without input of the operator. It does not prolong the
 * session (O3).
 */
export const UNATTENDED_HEADER = 'x-unattended';
