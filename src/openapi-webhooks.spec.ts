import { EVENT_TYPES, eventsOf, eventTypeOf } from './events/catalogue/event-catalogue';
import { webhookSection } from './openapi-webhooks';

interface Call {
  post: {
    operationId: string;
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { data: { required: string[]; properties: Record<string, { type: unknown }> } } };
          examples: { event: { value: { type: string; resource: { id: string }; data: Record<string, unknown> } } };
        };
      };
    };
  };
}

const section = webhookSection() as unknown as Record<string, Call>;

describe('the webhooks section of the document', () => {
  it('has a call for each type of event, with names of their own', () => {
    expect(Object.keys(section)).toEqual([...EVENT_TYPES]);
    const names = Object.values(section).map(({ post }) => post.operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(section['transfer.completed']!.post.operationId).toBe('receiveTransferCompleted');
    expect(section['end-of-day.completed']!.post.operationId).toBe('receiveEndOfDayCompleted');
  });

  it.each(EVENT_TYPES)('%s has the fields that the program shows, and an example of each', (type) => {
    const { schema, examples } = section[type]!.post.requestBody.content['application/json'];
    const [event] = eventsOf({
      institutionId: 1,
      seq: 1,

      audience: null,
      parts: [{ type, row: {} }],
      at: new Date(0),
    });
    const shown = Object.keys(event!.body.data);
    expect(Object.keys(schema.properties.data.properties)).toEqual(shown);
    expect(schema.properties.data.required).toEqual(shown);
    const { value } = examples.event;
    expect(Object.keys(value.data)).toEqual(shown);
    // A resource without a field of its own would have no id in the example.
    expect(value.resource.id).not.toBe('undefined');
    expect(eventTypeOf(type).fields.length).toBeGreaterThan(0);
  });
});
