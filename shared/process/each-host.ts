/** The servers of a cluster, each with a URL of its own, out of one that names several: `amqp://user:password@a,b:5673,c/vhost`. */
export function eachHost(url: string): string[] {
  const parts = /^(?<before>\w+:\/\/(?:[^@/]*@)?)(?<hosts>[^@/?#]+)(?<after>.*)$/.exec(url)?.groups;
  if (!parts) return [url];
  return (parts['hosts'] ?? '').split(',').map((host) => `${parts['before']}${host}${parts['after']}`);
}
