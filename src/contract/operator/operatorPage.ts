/** Readable cookie with the language that an operator chose; their addresses have no language in them. */
export const OPERATOR_LANGUAGE_COOKIE = 'operatorLanguage';

/** Header of a call that the page makes by itself while nobody is at it. It does not keep the session alive (O3). */
export const UNATTENDED_HEADER = 'x-unattended';
