// The part of noVNC's RFB class that ui/glass uses. noVNC ships no types.

export default class RFB extends EventTarget {
  static messages: { pointerEvent(socket: object, x: number, y: number, mask: number): void };
  constructor(target: HTMLElement, channel: object, options?: { shared?: boolean });
  scaleViewport: boolean;
  resizeSession: boolean;
  viewOnly: boolean;
  focusOnClick: boolean;
  qualityLevel: number;
  compressionLevel: number;
  background: string;
  disconnect(): void;
  protected _rfbConnectionState: string;
  protected _sock: object;
  protected _fbWidth: number;
  protected _fbHeight: number;
  protected _screenSize(): { w: number; h: number };
  protected _requestRemoteResize(): void;
}
