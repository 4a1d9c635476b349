import type { CheckId, CheckState } from '#/client/fairness/checks.ts';
import type { Evidence } from '#/client/fairness/evidence.ts';
import { verify, type Verdict } from '#/client/fairness/verify.ts';

/** Runs the checks to their end. */
export function verdictOf(evidence: Evidence): Verdict {
  const steps = verify(evidence);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** What one check found. */
export function stateOf({ checks }: Verdict, id: CheckId): CheckState | undefined {
  return checks.find((check) => check.id === id)?.state;
}
