import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../../../api/client';
import { Problem } from '../../../api/problem';
import { plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Notice } from '../../../ui/notice';
import type { Wording } from './template-editor';
import type { Template } from './templates-page';

/** How long the typing rests before the preview follows. */
const REST_MS = 400;

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

/** The message as a customer would read it, with invented values. HTML is shown as its source. */
export function TemplatePreview({ template, wording }: { template: Template; wording: Wording }) {
  const { event, channel } = template;
  const { subject, body, isHtml } = useRested(wording);
  const preview = useQuery({
    queryKey: ['previewNotificationTemplate', event, channel, subject, body, isHtml],
    queryFn: ({ signal }) =>
      read('previewNotificationTemplate', {
        path: { event, channel },
        body: channel === 'email' ? { subject, body, isHtml } : { body },
        signal,
      }),
    enabled: body.trim() !== '' && (channel === 'sms' || subject.trim() !== ''),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const shown = preview.error ? undefined : preview.data;
  return (
    <Card title="Preview, with invented values">
      <div aria-live="polite" aria-busy={preview.isFetching}>
        {preview.error && <Refusal of={preview.error} />}
        {shown?.subject && <p className="mt-0 font-semibold">{shown.subject}</p>}
        {shown && <pre className="m-0 font-sans whitespace-pre-wrap break-words">{shown.body}</pre>}
        {shown?.isHtml && <p className="mb-0 text-sm text-muted">The source of an e-mail in HTML.</p>}
        {!!shown?.segments && (
          <p className="mb-0 text-sm text-muted">{plural(shown.segments, 'part')} of an SMS, each charged.</p>
        )}
      </div>
    </Card>
  );
}

function Refusal({ of }: { of: Error }) {
  const errors = of instanceof Problem ? of.errors : [];
  return (
    <Notice tone="danger">
      {of.message}
      {errors.length > 0 && (
        <ul className="m-0 pl-5">
          {errors.map(({ field, message }) => (
            <li key={field + message}>{message}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
