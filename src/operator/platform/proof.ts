import { create } from 'zustand';

interface Question {
  /**
   * Closes the question.
   * @param isProven whether the server has accepted a code
   */
  answer: (isProven: boolean) => void;
}

/** The open question for a fresh code, which `ProofDialog` shows. */
export const useProofQuestion = create<{ question: Question | undefined }>(() => ({ question: undefined }));

let asked: Promise<boolean> | undefined;

/**
 * Asks the operator for a code. Simultaneous calls share one question.
 * @returns whether the operator gave a valid code
 */
export function askForCode(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    const answer = (isProven: boolean) => {
      asked = undefined;
      useProofQuestion.setState({ question: undefined });
      resolve(isProven);
    };
    useProofQuestion.setState({ question: { answer } });
  });
  return asked;
}
