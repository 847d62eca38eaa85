import type { ReactNode } from 'react';
import { When } from './when';

export interface TimelineItem {
  key: string;
  at: string | null;
  title: ReactNode;
  text?: ReactNode;
  tone?: 'good' | 'warn' | 'danger' | 'info' | 'muted';
}

const DOTS = { good: 'bg-good', warn: 'bg-warn', danger: 'bg-danger', info: 'bg-info', muted: 'bg-line-strong' };

/** The history of a record, oldest first. */
export function Timeline({ items }: { items: TimelineItem[] }) {
  return (
    <ol className="m-0 list-none border-l-2 border-line p-0">
      {items.map(({ key, at, title, text, tone = 'muted' }) => (
        <li key={key} className="relative pb-4 pl-5 last:pb-0">
          <span
            aria-hidden="true"
            className={`absolute top-1.5 -left-[7px] size-3 rounded-full ring-4 ring-card ${DOTS[tone]}`}
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{title}</span>
            <span className="text-sm text-muted">
              <When at={at} />
            </span>
          </div>
          {text && <div className="text-muted">{text}</div>}
        </li>
      ))}
    </ol>
  );
}
