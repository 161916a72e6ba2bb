extension TimelineRenderer: FrameRenderer {}
