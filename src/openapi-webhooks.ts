import type { OpenAPIObject } from '@nestjs/swagger';
import { EVENT_TYPES, eventTypeOf } from './events/catalogue/event-catalogue';
import type { EventField, EventType, FieldForm } from './events/catalogue/event-definition';

const TAG = 'Events';

const FORMS: Record<FieldForm, object> = {
  text: { type: 'string' },
  kobo: { type: 'number', format: 'double' },
  instant: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  integer: { type: 'integer', format: 'int64' },
  boolean: { type: 'boolean' },
  posting: { type: 'string' },
};

const HEADERS = [
  ['webhook-id', 'The id of the event, the same at every delivery.', 'evt-1-4211-0'],
  ['webhook-timestamp', 'The time of the attempt in seconds.', '1795252800'],
  [
    'webhook-signature',
    'Signatures separated by spaces (docs/api/events.md#verify-a-delivery).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ],
] as const;

/** `transfer.completed` as the name of a method and of a schema: `transferCompleted`. */
function nameOf(type: string): string {
  return type.replace(/[.-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function fieldSchema({ form, description, example, nullable }: EventField): object {
  const { type, ...rest } = FORMS[form] as { type: string };
  return { type: nullable ? [type, 'null'] : type, ...rest, description, examples: [example] };
}

/** The schema of the body of a type, in OpenAPI 3.1. */
function bodySchema({ type, resource, fields }: EventType): object {
  return {
    type: 'object',
    required: ['id', 'type', 'timestamp', 'sequence', 'resource', 'data'],
    properties: {
      id: { type: 'string', description: 'The same at every delivery.', examples: ['evt-1-4211-0'] },
      type: { type: 'string', const: type },
      timestamp: { type: 'string', format: 'date-time', description: 'When the change was made.' },
      sequence: { type: 'integer', format: 'int64', description: 'The number of the change.', examples: [4211] },
      resource: {
        type: 'object',
        required: ['type', 'id'],
        properties: { type: { type: 'string', const: resource }, id: { type: 'string' } },
      },
      data: {
        type: 'object',
        required: fields.map(({ name }) => name),
        properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
      },
    },
  };
}

/** A body of a type, made of the examples of its fields. */
function exampleBody({ type, resource, resourceColumn, fields }: EventType): object {
  const id = fields.find(({ column }) => column === resourceColumn)?.example;
  return {
    id: 'evt-1-4211-0',
    type,
    timestamp: '2026-11-21T09:00:00.000Z',
    sequence: 4211,
    resource: { type: resource, id: String(id) },
    data: Object.fromEntries(fields.map(({ name, example }) => [name, example])),
  };
}

/**
 * The `webhooks` section of the integrators' document: a call for each type of event, with its schema and an example.
 */
export function webhookSection(): Record<string, object> {
  const headers = HEADERS.map(([name, description, example]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  }));
  return Object.fromEntries(
    EVENT_TYPES.map(eventTypeOf).map((eventType) => [
      eventType.type,
      {
        post: {
          tags: [TAG],
          operationId: `receive${nameOf(`-${eventType.type}`)}`,
          summary: eventType.type,
          description: `${eventType.description} Needs the scope \`${eventType.scope}\`.`,
          parameters: headers,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: bodySchema(eventType),
                examples: { event: { value: exampleBody(eventType) } },
              },
            },
          },
          responses: {
            '204': { description: 'Accepted; any other 2xx is too.' },
            '4XX': { description: 'Not accepted: it is sent again.' },
          },
          security: [],
        },
      },
    ]),
  );
}

/** Adds the section to a document in OpenAPI 3.1. */
export function withWebhooks(document: OpenAPIObject): OpenAPIObject {
  return { ...document, webhooks: webhookSection() };
}
