import { type ReactNode, useId } from 'react';

interface CardProps {
  title: string;
  actions?: ReactNode;
  /** Without space around the content, for tables. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A part of a page under a heading of its own. */
export function Card({ title, actions, isFlush, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-card">
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <h2 id={id} className="m-0 text-base font-semibold">
          {title}
        </h2>
        {actions}
      </header>
      <div className={isFlush ? '' : 'p-4'}>{children}</div>
    </section>
  );
}
