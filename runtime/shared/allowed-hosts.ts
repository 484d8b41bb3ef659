const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Returns whether a string is a host with an optional port. The host is a name, an IPv4 address, or an IPv6 address in
 * brackets.
 */
export const isHostEntry = (text: string): boolean =>
  /^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`);

/**
 * Returns whether an address belongs to one of the hosts. `example.com` allows only the default port of the scheme, 80
 * or 443; `example.com:8080` allows only port 8080. Names are case-insensitive and don't include subdomains.
 */
export const isAllowedHost = (
  { protocol, hostname, port }: URL,
  allowedHosts: readonly string[],
): boolean => {
  const defaultPort = defaultPorts[protocol];
  if (defaultPort === undefined) return false;
  const names = [
    `${hostname}:${port || defaultPort}`,
    ...(port === '' || port === defaultPort ? [hostname] : []),
  ];
  return allowedHosts.some((entry) => names.includes(entry.toLowerCase()));
};
