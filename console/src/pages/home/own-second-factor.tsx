import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act, type Answer, read } from '../../api/client';
import { Problem } from '../../api/problem';
import { refresh } from '../../api/refresh';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Notice, ProblemNotice } from '../../ui/notice';
import { QrCode } from '../../ui/qr-code';
import { TextField } from '../../ui/text-field';

type Begun = Answer<'beginSecondFactor'>;

/** The app that shows codes: setting it up, new recovery codes, and taking it away. */
export function OwnSecondFactor() {
  const queryClient = useQueryClient();
  const factor = useQuery({
    queryKey: ['getSecondFactor'],
    queryFn: ({ signal }) => read('getSecondFactor', { signal }),
  });
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    await step().catch((error: unknown) =>
      setProblem(error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', String(error))),
    );
    await refresh(queryClient);
  };
  const begin = (): Promise<void> => attempt(async () => setBegun((await act('beginSecondFactor')).data));
  const confirm = (): Promise<void> =>
    attempt(async () => {
      const { data } = await act('confirmSecondFactor', { body: { code: code.trim() } });
      setBegun(undefined);
      setCode('');
      setCodes(data.recoveryCodes);
    });
  const renew = (): Promise<void> =>
    attempt(async () => setCodes((await act('renewRecoveryCodes')).data.recoveryCodes));
  const remove = (): Promise<void> => attempt(async () => void (await act('removeSecondFactor')));
  const isSetUp = factor.data?.isActive === true;

  return (
    <Card title="Second factor">
      <div className="space-y-3">
        <ProblemNotice problem={problem} />
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
        {!codes && begun && <Enrolment begun={begun} code={code} onCode={setCode} onConfirm={() => void confirm()} />}
        {!codes && !begun && factor.data && (
          <>
            <p className="m-0">
              {isSetUp
                ? 'An app shows your codes. You are asked for one when you sign in.'
                : 'Not set up. Some permissions may need it; an app on your telephone shows the codes.'}
            </p>
            <div className="flex flex-wrap gap-2">
              {isSetUp ? (
                <>
                  <Button onClick={() => void renew()}>New recovery codes</Button>
                  <Button onClick={() => void remove()}>Remove</Button>
                </>
              ) : (
                <Button look="primary" onClick={() => void begin()}>
                  Set up
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

function Enrolment({
  begun,
  code,
  onCode,
  onConfirm,
}: {
  begun: Begun;
  code: string;
  onCode: (code: string) => void;
  onConfirm: () => void;
}) {
  return (
    <div className="flex flex-wrap items-start gap-6">
      <QrCode text={begun.uri} label="Code to scan with your authenticator app" />
      <form
        className="max-w-sm space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <p className="m-0">Scan the picture with your authenticator app, or enter this key there:</p>
        <code className="block rounded bg-sunken p-2 font-mono break-all select-all">{begun.secret}</code>
        <TextField
          label="The code that the app shows now"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={onCode}
          required
        />
        <Button type="submit" look="primary">
          Confirm
        </Button>
      </form>
    </div>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="space-y-3">
      <Notice tone="warn">
        These codes are shown once. Each works once when you do not have your app. Print them or write them down.
      </Notice>
      <ul className="m-0 grid list-none grid-cols-2 gap-1 rounded bg-sunken p-3 font-mono">
        {codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <Button look="primary" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  );
}
