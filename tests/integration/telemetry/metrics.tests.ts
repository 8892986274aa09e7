import { describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import { commandQueue, serviceExchange } from '#shared/platform/amqp/topology.ts';
import { processNames } from '#deploy/processes.ts';
import { eventually } from '../../support/eventually.ts';
import { scrape, total } from '../support/scrape.ts';
import { store } from './observed-store.ts';

describe('metrics', () => {
  test('metrics count requests by route template, method and status', async () => {
    const token = await store.adminToken();
    const asked = [1_000_001, 1_000_002, 1_000_003];
    for (const id of asked) await store.request('GET', `/api/admin/products/${id}`, { token });
    // The log contains the path of each request, so this path contains no canary.
    await store.request('GET', '/api/unknown-path', { token });
    const count = 'http_server_request_duration_count';
    const route = { http_route: '/api/admin/products/:product', http_request_method: 'GET' };
    const samples = await scrape(store);
    expect(total(samples, count, { ...route, http_response_status_code: '404' })).toBe(asked.length);
    const routes = samples
      .filter(({ name }) => name === count)
      .map(({ labels }) => labels['http_route'] ?? '');
    expect(routes.filter((path) => /\d{3}/.test(path) || path.includes('unknown-path'))).toEqual([]);
  });

  test('metrics measure how long a command takes to be published, to wait, to be processed and to be replied to', async () => {
    const samples = await scrape(store);
    for (const hop of [
      'messaging_client_operation_duration_count',
      'store_command_wait_duration_count',
      'messaging_process_duration_count',
      'store_command_reply_duration_count',
      'store_command_batch_size_count',
    ]) {
      expect({ hop, isTimed: total(samples, hop) > 0 }).toEqual({ hop, isTimed: true });
    }
    const decided = { store_command_type: 'orders.checkout', store_command_outcome: 'ok' };
    expect(total(samples, 'store_command_decisions_total', decided)).toBe(1);
  });

  test('metrics show the number of consumers of each command queue, and count a parked message', async () => {
    const connection = await connect(store.servers.rabbitmqUrl);
    const channel = await connection.createConfirmChannel();
    const queue = commandQueue(store.namespace, 'orders', 0);
    channel.publish(serviceExchange(store.namespace, 'orders'), queue, Buffer.from('no command'));
    await channel.waitForConfirms();
    await connection.close();
    const parked = { store_queue_kind: 'parked', store_service: 'orders' };
    const samples = await eventually('the parked message', async () => {
      const seen = await scrape(store);
      return total(seen, 'store_queue_messages', parked) === 1 ? seen : null;
    });
    const partitions = samples.filter(
      ({ name, labels }) => name === 'store_queue_consumers' && labels['store_queue_kind'] === 'commands',
    );
    expect(partitions.map(({ value }) => value)).toEqual(Array.from({ length: 24 }, () => 1));
  });

  test('metrics cover each process, the servers and services that it needs, and the workers’ unpublished events and bulk operations', async () => {
    const samples = await scrape(store);
    const up = samples.filter(({ name }) => name === 'store_part_up');
    expect(
      up.map(({ process, labels, value }) => `${process} ${labels['store_part'] ?? ''} ${value}`).sort(),
    ).toEqual([
      'catalog-api database 1',
      'catalog-worker broker 1',
      'catalog-worker database 1',
      'catalog-worker redis 1',
      'gateway broker 1',
      'gateway catalog 1',
      'gateway catalog_disk 1',
      'gateway catalog_workers 1',
      'gateway orders 1',
      'gateway orders_disk 1',
      'gateway orders_workers 1',
      'gateway redis 1',
      'gateway webhooks 1',
      'gateway webhooks_disk 1',
      'gateway webhooks_workers 1',
      'orders-api database 1',
      'orders-worker broker 1',
      'orders-worker database 1',
      'orders-worker redis 1',
      'webhooks-api database 1',
      'webhooks-worker broker 1',
      'webhooks-worker database 1',
      'webhooks-worker redis 1',
    ]);
    for (const name of ['nodejs_eventloop_delay_p99', 'process_memory_usage', 'process_cpu_time_total']) {
      const processes = new Set(
        samples.filter((sample) => sample.name === name).map(({ process }) => process),
      );
      expect([...processes].sort()).toEqual([...processNames].sort());
    }
    const ofWorkers = ['store_feed_waiting', 'store_feed_oldest_age', 'store_outbox_entries'];
    for (const name of [...ofWorkers, 'store_outbox_oldest_age', 'store_bulk_operations']) {
      const processes = new Set(
        samples.filter((sample) => sample.name === name).map(({ process }) => process),
      );
      expect([...processes].sort()).toEqual(['catalog-worker', 'orders-worker', 'webhooks-worker']);
    }
  });
});
