import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { act, read } from '../api/client';
import { Problem } from '../api/problem';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ProblemNotice } from '../ui/notice';
import { TextField } from '../ui/text-field';

/** Asks for a recent proof before an act that needs one; then the act is sent by itself. */
export default function StepUpDialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const factor = useQuery({ queryKey: ['getSecondFactor'], queryFn: () => read('getSecondFactor') });
  const passkeys = useQuery({ queryKey: ['listPasskeys'], queryFn: () => read('listPasskeys') });
  const [proof, setProof] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const hasCode = factor.data?.isActive === true;
  const attempt = async (prove: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await prove();
      onDone(true);
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', 'The passkey was not used.'));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void attempt(() => act('stepUp', { body: hasCode ? { code: proof.trim() } : { password: proof } }));
  };
  const provePasskey = async (): Promise<void> => {
    const { passkeyStepUp } = await import('./passkeys');
    await attempt(passkeyStepUp);
  };
  return (
    <Dialog
      title="Prove that it is you"
      description="This needs a proof from the last minutes."
      onClose={() => onDone(false)}
    >
      {factor.data && (
        <form className="space-y-4" onSubmit={submit}>
          <ProblemNotice problem={problem} />
          {hasCode ? (
            <TextField
              label="Code of your app"
              help="Or a recovery code."
              inputMode="numeric"
              autoComplete="one-time-code"
              value={proof}
              onChange={setProof}
              required
              autoFocus
            />
          ) : (
            <TextField
              label="Your password"
              type="password"
              autoComplete="current-password"
              value={proof}
              onChange={setProof}
              required
              autoFocus
            />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            {!!passkeys.data?.recordCount && (
              <Button isBusy={isBusy} onClick={() => void provePasskey()}>
                Use a passkey
              </Button>
            )}
            <Button onClick={() => onDone(false)}>Cancel</Button>
            <Button type="submit" look="primary" isBusy={isBusy}>
              Go on
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
