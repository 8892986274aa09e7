import type { ServerName } from '#deploy/processes.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { startTcpProxy, throughProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';

/**
 * Proxied connections that faults can disturb: one group for gateway and APIs, one for the workers. The spare worker connects
 * directly.
 */
export type LinkName =
  'front-rabbitmq' | 'front-mongodb' | 'front-redis' | 'worker-rabbitmq' | 'worker-mongodb';

export async function openLinks(servers: Servers): Promise<Record<LinkName, TcpProxy>> {
  return {
    'front-rabbitmq': await startTcpProxy(servers.rabbitmqUrl),
    'front-mongodb': await startTcpProxy(servers.mongodbUri),
    'front-redis': await startTcpProxy(servers.redisUrl),
    'worker-rabbitmq': await startTcpProxy(servers.rabbitmqUrl),
    'worker-mongodb': await startTcpProxy(servers.mongodbUri),
  };
}

/** The server addresses for one group of processes, through its proxies. */
export function throughLinks(
  group: 'front' | 'worker',
  servers: Servers,
  links: Record<LinkName, TcpProxy>,
): ServerUris {
  const through: Record<ServerName, (uri: string) => string> = {
    rabbitmq: (uri) => throughProxy(uri, links[`${group}-rabbitmq`]),
    // Connects directly to the proxy, because a driver that discovers the replica set would bypass it.
    mongodb: (uri) => direct(throughProxy(uri, links[`${group}-mongodb`])),
    redis: (uri) => throughProxy(uri, links['front-redis']),
  };
  const { mongodbUri, redisUrl, rabbitmqUrl } = servers;
  const uriOf = (server: ServerName, user: ServerUser) => through[server](servers.uriOf(server, user));
  return { mongodbUri, redisUrl, rabbitmqUrl, uriOf };
}

function direct(mongodbUri: string): string {
  return mongodbUri.replace(/replicaSet=[^&]*/, 'directConnection=true');
}
