import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Problem } from '../api/problem';
import { Icon } from './icons';

const LOOKS = {
  info: 'bg-info-soft text-info',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
};

/** A message in the page. */
export function Notice({
  tone = 'info',
  children,
  role,
}: {
  tone?: keyof typeof LOOKS;
  children: ReactNode;
  role?: 'alert' | 'status';
}) {
  return (
    <div role={role} className={clsx('rounded-md px-3 py-2', LOOKS[tone])}>
      {children}
    </div>
  );
}

/** A refusal or failure, with the number to give to whoever runs the server. */
export function ProblemNotice({ problem, retry }: { problem: unknown; retry?: () => void }) {
  if (!problem) return null;
  const known = problem instanceof Problem ? problem : undefined;
  return (
    <Notice tone="danger" role="alert">
      <p className="flex items-start gap-2">
        <Icon name="warning" className="mt-1 size-4" />
        <span>
          {problem instanceof Error ? problem.message : 'Something went wrong.'}
          {known?.correlationId && known.status >= 500 && (
            <span className="block text-sm">Request {known.correlationId}</span>
          )}
        </span>
      </p>
      {retry && (
        <button type="button" className="mt-1 underline" onClick={retry}>
          Try again
        </button>
      )}
    </Notice>
  );
}
