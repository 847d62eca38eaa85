import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { act, read } from '../../api/client';
import { Problem } from '../../api/problem';
import { refresh } from '../../api/refresh';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { ProblemNotice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { When } from '../../ui/when';

/** The passkeys of the member: keys that a telephone or computer keeps. */
export function OwnPasskeys() {
  const queryClient = useQueryClient();
  const passkeys = useQuery({ queryKey: ['listPasskeys'], queryFn: ({ signal }) => read('listPasskeys', { signal }) });
  const [label, setLabel] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const attempt = async (step: () => Promise<unknown>): Promise<void> => {
    setProblem(undefined);
    await step().catch((error: unknown) =>
      setProblem(error instanceof Problem ? error : new Problem(0, 'CONSOLE_ERROR', 'No passkey was made.')),
    );
    await refresh(queryClient);
  };
  const add = async (): Promise<void> => {
    const { addPasskey } = await import('../../app/passkeys');
    await attempt(() => addPasskey(label.trim()));
    setLabel('');
  };
  return (
    <Card title="Passkeys">
      <div className="space-y-3">
        <ProblemNotice problem={problem} />
        <ul className="m-0 list-none space-y-2 p-0">
          {passkeys.data?.data.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                <b>{passkey.label}</b>{' '}
                <span className="text-muted">
                  since <When at={passkey.createdAt} />
                </span>
              </span>
              <Button
                isSmall
                onClick={() => void attempt(() => act('removePasskey', { path: { passkeyId: passkey.id } }))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
        {passkeys.data?.recordCount === 0 && (
          <p className="m-0">
            None yet. A passkey replaces password and code: your telephone or computer confirms that it is you.
          </p>
        )}
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <TextField label="Name of the new passkey" value={label} onChange={setLabel} required maxLength={60} />
          <Button type="submit">Add a passkey</Button>
        </form>
      </div>
    </Card>
  );
}
