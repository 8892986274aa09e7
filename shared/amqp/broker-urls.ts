/**
 * The brokers of a cluster, each with a URL of its own, out of one that names several hosts as MongoDB's do:
 * `amqp://user:password@a,b:5673,c/vhost`.
 */
export function brokerUrls(url: string): string[] {
  const parts = /^(?<before>\w+:\/\/(?:[^@/]*@)?)(?<hosts>[^@/?#]+)(?<after>.*)$/.exec(url)?.groups;
  if (!parts) return [url];
  return (parts['hosts'] ?? '').split(',').map((host) => `${parts['before']}${host}${parts['after']}`);
}
