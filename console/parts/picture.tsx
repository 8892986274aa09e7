import { useState, type ReactNode } from 'react';
import { isAllowed } from '../data/image-hosts.ts';
import { Icon } from './icon.tsx';
import './picture.css';

interface PictureProps {
  url: string;
  /** Empty if the text beside the picture already names its content. */
  alt: string;
  size: number;
  /** Shown in place of a picture that the page may not load, or that cannot be loaded. */
  fallback?: ReactNode;
}

/** Reads a `<meta>` tag that the gateway sets. */
function imageHosts(): string[] {
  return (document.querySelector<HTMLMetaElement>('meta[name="image-hosts"]')?.content ?? '').split(' ');
}

/** A picture from another host. The host does not learn which page shows the picture. */
export function Picture({ url, alt, size, fallback = <Icon name="catalogue" /> }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const isShown = failed !== url && isAllowed(url, imageHosts());
  const place = { inlineSize: size, blockSize: size };
  return (
    <span className="picture" style={place}>
      {isShown ? (
        <img src={url} alt={alt} loading="lazy" referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      ) : (
        fallback
      )}
    </span>
  );
}
