import { create } from 'zustand';

interface Question {
  /** Ends the question. @param isProven whether the server has accepted a code */
  answer: (isProven: boolean) => void;
}

/** The open question for a fresh code, which the frame shows. */
export const useProofQuestion = create<{ question: Question | undefined }>(() => ({ question: undefined }));

let asked: Promise<boolean> | undefined;

/** Asks the operator for a code. Calls that need one at the same time share one question. @returns whether it was given */
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
