import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { act } from '../api/client';
import { Problem } from '../api/problem';
import { Button } from '../ui/button';
import { Notice, ProblemNotice } from '../ui/notice';
import { TextField } from '../ui/text-field';
import { useSearchParams } from './use-search-params';

/** Sets a password with a one-time code, from a link or a colleague, and asks for such a code by mail. */
export default function PasswordPage() {
  const search = useSearchParams();
  const [email, setEmail] = useState(search.email ?? '');
  const [code, setCode] = useState('');
  const [secondFactorCode, setSecondFactorCode] = useState('');
  const [needsFactor, setNeedsFactor] = useState(false);
  const [newPassword, setNewPassword] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    document.title = 'Set your password – corebank';
  }, []);

  const attempt = async (step: () => Promise<unknown>, done: string): Promise<void> => {
    setProblem(undefined);
    try {
      await step();
      setSaid(done);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'SECOND_FACTOR_CODE_REQUIRED' && !needsFactor) setNeedsFactor(true);
      else setProblem(error);
    }
  };
  const ask = (): Promise<void> =>
    attempt(
      () => act('requestPasswordCode', { body: { email: email.trim() } }),
      'If the address is known, a code is on its way to it. It works for an hour.',
    );
  const set = (event: FormEvent): void => {
    event.preventDefault();
    const factor = needsFactor && { secondFactorCode: secondFactorCode.trim() };
    void attempt(
      () => act('setPassword', { body: { email: email.trim(), code: code.trim(), newPassword, ...factor } }),
      'The password is set. Sign in with it.',
    );
  };
  return (
    <main className="mx-auto flex min-h-screen w-full max-w-sm flex-col justify-center px-4 py-10">
      <h1 className="m-0 mb-4 text-2xl font-semibold">Set your password</h1>
      <form className="space-y-4" onSubmit={set}>
        {said && <Notice tone="good">{said}</Notice>}
        {problem && <ProblemNotice problem={problem} />}
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          required
        />
        <TextField
          label="One-time code"
          autoComplete="off"
          value={code}
          onChange={setCode}
          required
          help="From a colleague who manages staff, or by mail."
        />
        {needsFactor && (
          <TextField
            label="Code of your app"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={secondFactorCode}
            onChange={setSecondFactorCode}
            required
          />
        )}
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          minLength={12}
          value={newPassword}
          onChange={setNewPassword}
          required
          help="At least 12 characters."
        />
        <Button type="submit" look="primary" className="w-full">
          Set the password
        </Button>
        <Button className="w-full" disabled={email.trim() === ''} onClick={() => void ask()}>
          Send me a code by mail
        </Button>
      </form>
      <p className="mt-6">
        <Link to="/login" className="underline">
          Back to the sign-in
        </Link>
      </p>
    </main>
  );
}
