import { payoutCalls } from './figures/payoutCalls.ts';
import { mailCalls } from './mailCalls.ts';
import { operatorCalls } from './operatorCalls.ts';

/** All calls: those that the operators' program loads first, and those that only one page loads (O4). */
export const everyOperatorCall = { ...operatorCalls, ...mailCalls, ...payoutCalls };
