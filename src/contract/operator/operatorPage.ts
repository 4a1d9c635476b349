/** Readable cookie with the language that an operator chose; their addresses have no language in them. */
export const OPERATOR_LANGUAGE_COOKIE = 'operatorLanguage';
