import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { read, type Row } from '../../../api/client';
import { useSearchParams } from '../../../app/use-search-params';
import { Empty } from '../../../ui/empty';
import { ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { channelText, eventText } from './message-words';
import { TemplateEditor } from './template-editor';

export type Template = Row<'listNotificationTemplates'>;

/** The wording of the messages that customers get by themselves. */
export default function TemplatesPage() {
  const { event, channel } = useSearchParams();
  const list = useQuery({
    queryKey: ['listNotificationTemplates'],
    queryFn: ({ signal }) => read('listNotificationTemplates', { signal }),
  });
  const templates = list.data?.data ?? [];
  const open = templates.find((one) => one.event === event && one.channel === channel);
  return (
    <div className="space-y-4">
      <PageHead
        title="Message wording"
        intro="What customers read when something happens on their account, for each event and channel."
      />
      <ProblemNotice problem={list.error} retry={() => void list.refetch()} />
      <div className="grid items-start gap-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <nav aria-label="Messages" className="rounded-lg border border-line bg-card">
          <ul className="m-0 list-none p-0">
            {templates.map((one) => (
              <TemplateItem key={`${one.event} ${one.channel}`} template={one} isOpen={one === open} />
            ))}
          </ul>
        </nav>
        {open ? (
          <TemplateEditor key={`${open.event} ${open.channel}`} template={open} />
        ) : (
          <div className="rounded-lg border border-dashed border-line">
            <Empty title="No message is open">Choose one to read or change its wording.</Empty>
          </div>
        )}
      </div>
    </div>
  );
}

function TemplateItem({ template, isOpen }: { template: Template; isOpen: boolean }) {
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to="."
        search={{ event: template.event, channel: template.channel }}
        aria-current={isOpen ? 'page' : undefined}
        className={clsx('block px-3 py-2 hover:bg-sunken', isOpen && 'bg-accent-soft')}
      >
        <span className="block font-medium">{eventText(template.event)}</span>
        <span className="flex items-center justify-between text-sm text-muted">
          {channelText(template.channel)}
          {!template.active ? (
            <Pill status="Off" tone="muted" text="Not sent" />
          ) : (
            !template.isDefault && <Pill status="Own" tone="info" text="Own wording" />
          )}
        </span>
      </Link>
    </li>
  );
}
