import type { Attributes } from '@opentelemetry/api';
import type { ChannelModel } from 'amqplib';
import {
  PublishError,
  type Publication,
  type PublishFailure,
  type Publisher,
} from '#shared/platform/amqp/publisher.ts';
import { byService, type ServiceName } from '#shared/contracts/kit/define.ts';
import { detail, Problem, retryLater } from '#shared/contracts/errors.ts';
import { killPoint, killPointSoon } from '#shared/platform/process/kill-point.ts';
import { publishDuration } from '#shared/platform/telemetry/metrics.ts';
import { withTimeout } from '../limits/with-timeout.ts';

const firstConfirmMs = 500;
/** The limit for the first confirm, a new channel and the second confirm together. */
const confirmMs = 1000;

/** Resolves when the broker has confirmed the command. Throws `unavailable` or `outcome_unknown`. */
type ConfirmedPublish = (
  service: ServiceName,
  /** Called for each attempt, because the reply queue changes after a reconnect. */
  publication: () => Publication,
) => Promise<void>;

export function createConfirmedPublish(deps: {
  publisher: Publisher;
  connection: () => ChannelModel | null;
  /** Whether the broker confirmed the last probe. */
  isAnswering: () => boolean;
}): ConfirmedPublish {
  const { publisher, connection, isAnswering } = deps;

  /** Uses a new channel. Even if the first copy arrived, the same id makes both the same command. */
  const republish = async (publication: () => Publication, startedAt: number): Promise<void> => {
    const timeLeft = () => Math.max(startedAt + confirmMs - performance.now(), 1);
    try {
      const current = connection();
      if (current) await withTimeout(publisher.renew(current, startedAt), timeLeft());
      await publisher.publish(publication(), timeLeft());
    } catch {
      throw new Problem('outcome_unknown', { extra: { part: 'broker' }, headers: { 'Retry-After': '2' } });
    }
  };

  return async (service, publication) => {
    const startedAt = performance.now();
    killPoint('gateway.before-publish');
    killPointSoon('gateway.before-confirm');
    let attributes = confirmed[service];
    try {
      if (!isAnswering()) throw unavailable('unavailable');
      await publisher.publish(publication(), firstConfirmMs).catch((error: unknown) => {
        if (!(error instanceof PublishError)) throw error;
        if (error.failure !== 'unconfirmed') throw unavailable(error.failure);
        return republish(publication, startedAt);
      });
    } catch (error) {
      const errorType = error instanceof Problem ? error.code : 'internal_error';
      attributes = { ...attributes, 'error.type': errorType };
      throw error;
    } finally {
      publishDuration.record((performance.now() - startedAt) / 1000, attributes);
    }
  };
}

/** Created once, so that confirming a command allocates no memory for attributes. */
const confirmed = byService(attributesOf);

function attributesOf(service: ServiceName): Attributes {
  return {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': `${service}.commands`,
  };
}

type Refusal = Exclude<PublishFailure, 'unconfirmed'>;

function unavailable(failure: Refusal): Problem {
  return retryLater('unavailable', detail(`broker_${failure}`), { part: 'broker' }, 2);
}
